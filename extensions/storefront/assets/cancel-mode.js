(()=>{window.__sdrfMode??="b";})();
